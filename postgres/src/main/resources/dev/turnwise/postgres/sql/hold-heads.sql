-- Whoever changes a timeline has locked its head row before, so when this is granted nobody is in the middle of it: none
-- of them can hold what we ask for next while it waits for what we have.
LOCK TABLE room_heads IN EXCLUSIVE MODE
