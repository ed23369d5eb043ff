"""What the commands share: options, files, output, errors, interrupts."""
