"""The rows that a step locks and writes: table, boxes, receipts, floor events, registers."""
