"""Terminal input and output: streams, tables, colours, and a person who plays."""
