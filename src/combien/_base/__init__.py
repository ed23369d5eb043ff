"""What every other part uses: limits, checks, files, threads, lazy imports."""
