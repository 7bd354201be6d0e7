"""What both ends of the pipe share: messages, events and the codec of bot protocol 1."""
