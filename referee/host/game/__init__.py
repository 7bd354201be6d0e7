"""One game between bots: seats, the table, faults and their consequences."""
