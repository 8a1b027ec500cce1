SELECT wanted AS name, to_regclass(quote_ident(wanted)) IS NOT NULL AS is_there
  FROM unnest(:names::text[]) AS wanted
