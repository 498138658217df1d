import { sql, type Kysely } from 'kysely'
import type { SchemaMigration } from './schema-migration.ts'

/**
 * Campaigns and the channels that they and chats go out by: where guests are reached and whether they want to be, what
 * becomes of each message at its provider, what providers told us, runs and whom they reach.
 */
export const campaignsMigration: SchemaMigration = {
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `create table guest_contacts (
    guest_id text not null,
    channel text not null check (channel in ('sms', 'facebook', 'email')),
    address text not null,
    chat_id text references chats (id) on delete set null,
    stopped_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    primary key (guest_id, channel)
  )`,
  `create index guest_contacts_address on guest_contacts (channel, address)`,
  `create index guest_contacts_chat on guest_contacts (chat_id) where chat_id is not null`,
  `create table message_deliveries (
    message_id text primary key,
    chat_id text not null references chats (id) on delete cascade,
    channel text not null,
    address text not null,
    place bigint generated always as identity,
    is_bulk boolean not null default false,
    status text not null default 'waiting'
      check (status in ('waiting', 'sent', 'delivered', 'failed', 'doubt')),
    reason text,
    provider_id text,
    attempts integer not null default 0,
    next_at timestamptz(3) not null default now(),
    claim text,
    claimed_until timestamptz(3),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  `create index message_deliveries_due on message_deliveries (is_bulk, next_at, place) where status = 'waiting'`,
  `create index message_deliveries_chat on message_deliveries (chat_id, place) where status = 'waiting'`,
  `create index message_deliveries_claims on message_deliveries (claimed_until)
    where status = 'waiting' and claim is not null`,
  // A chat that is removed takes its deliveries with it.
  `create index message_deliveries_of_chat on message_deliveries (chat_id)`,
  `create index message_deliveries_provider on message_deliveries (channel, provider_id)`,
  `create table provider_events (
    channel text not null,
    event_id text not null,
    received_at timestamptz(3) not null default now(),
    primary key (channel, event_id)
  )`,
  `create index provider_events_received on provider_events (received_at)`,
  `create table segments (
    id text primary key,
    filter jsonb not null,
    created_at timestamptz(3) not null default now(),
    version integer not null default 1
  )`,
  `create trigger segments_version before update on segments for each row
    when ((old.id, old.filter) is distinct from (new.id, new.filter)) execute function rise_version()`,
  `create table campaign_runs (
    id text primary key,
    campaign_id text not null,
    name text not null,
    config jsonb not null,
    slot text,
    state text not null check (state in ('running', 'done', 'stopped', 'missed')),
    test_users_only boolean not null default false,
    started_by text,
    left_out jsonb not null default '[]',
    started_at timestamptz(3) not null default now(),
    ended_at timestamptz(3),
    unique (campaign_id, slot)
  )`,
  `create index campaign_runs_campaign on campaign_runs (campaign_id, started_at)`,
  // Two people who press Run at once start one.
  `create unique index campaign_runs_running on campaign_runs (campaign_id) where state = 'running'`,
  `create table campaign_recipients (
    run_id text not null references campaign_runs (id) on delete cascade,
    guest_id text not null,
    guest_name text not null,
    channel text not null,
    address text not null,
    chat_id text references chats (id) on delete set null,
    state text not null default 'planned' check (state in ('planned', 'written', 'skipped')),
    reason text,
    message_id text,
    written_at timestamptz(3),
    primary key (run_id, guest_id)
  )`,
  `create index campaign_recipients_planned on campaign_recipients (run_id, guest_id) where state = 'planned'`,
  `create index campaign_recipients_message on campaign_recipients (message_id) where message_id is not null`,
  `create index campaign_recipients_chat on campaign_recipients (chat_id) where chat_id is not null`,
  `create index campaign_recipients_guest on campaign_recipients (guest_id)`,
  // What a campaign has asked a guest, until the guest answers.
  `create table pending_campaigns (
    chat_id text primary key references chats (id) on delete cascade,
    run_id text not null references campaign_runs (id) on delete cascade,
    action text not null,
    asked_at timestamptz(3) not null
  )`,
]
