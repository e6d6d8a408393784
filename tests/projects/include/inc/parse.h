int parse (const char *text);
