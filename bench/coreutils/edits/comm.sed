# An empty line is in order with any other.
/^check_order/,/^}/ s/^          if (0 < order)/          if (0 < order \&\& 1 < current->length)/
