-- The database of an installation and its two users, run once by a superuser of PostgreSQL 15 or newer, with psql and the
-- variables OWNER_PASSWORD and APP_PASSWORD in its environment. See self-hosting.md.
\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\getenv app_password APP_PASSWORD

create role lectern_owner login createrole password :'owner_password';
create role lectern_app login password :'app_password';
-- The migration would make it; made here, the service's user has it before the first migration.
create role lectern_service nologin;
grant lectern_service to lectern_owner with admin option;
grant lectern_service to lectern_app;

create database lectern owner lectern_owner;
