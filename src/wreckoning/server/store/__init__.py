"""The database: SQLite in a file, or PostgreSQL.

schema, migrations
            its tables, and how older ones become these
database    opens it by its address
store, store_watch, trouble
            reads from it, and writes what is rare; whether it answers; whether it can store
writer      writes the changes of tables: in one thread, many to a commit
rows, profile_rows, record_rows
            tables as rows, and back; their profiles; course records
news        news between processes, and the reasons of errors
backup, backup_rows, at_rest
            everything in one file; files that only their owner reads
"""
