"""The page in the browser: one protocol of questions and events, and the hosts that speak it.

A question is a JSON object about a drawn board, a nonogram or a sudoku; its answer is a stream of
events.  `session.answer` is the protocol without any page or server.  The static site runs it in
WebAssembly, `combien web` in processes, and the notebook widget directly.
"""
