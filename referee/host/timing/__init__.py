"""Time: clocks, how late the machine is, and requests to stop."""
