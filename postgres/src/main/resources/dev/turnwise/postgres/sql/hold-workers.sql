-- Workers neither come nor change until the end of this transaction; their leases go on.
LOCK TABLE workers IN SHARE MODE
