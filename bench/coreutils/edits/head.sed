# Nothing to seek back over.
s/^            if (lseek (fd, -n_bytes_past_EOL, SEEK_CUR) < 0)/            if (n_bytes_past_EOL \&\& lseek (fd, -n_bytes_past_EOL, SEEK_CUR) < 0)/
