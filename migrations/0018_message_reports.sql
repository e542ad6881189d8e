-- What became of texts after a gateway took them: delivery reports of Twilio, Infobip and WhatsApp.
-- Older code runs on it until the first report arrives; it does not know the state `delivered`.

alter table messages drop constraint messages_state_check;
-- delivered: the phone has it. failed: refused, given up, or reported as not deliverable.
alter table messages add constraint messages_state_check
  check (state in ('waiting', 'sent', 'delivered', 'failed', 'unknown'));

alter table messages
  -- By the gateway's own report.
  add column delivered_at timestamptz,
  -- Of the words: templates of WhatsApp exist per language.
  add column language text check (language in ('en', 'ar', 'fr')),
  -- Set when the first choice cannot reach this phone: the text goes out over this channel alone.
  add column channel text check (channel in ('sms', 'whatsapp'));

-- `twilio:SM…`, `infobip:…`, `whatsapp:wamid.…`: the gateway's name stands before its own id, so
-- that nobody's report can speak of another gateway's text.
create index messages_gateway on messages (gateway_id) where gateway_id is not null;

-- The furthest word about each text. A report may come before our own row knows its id; whoever
-- writes second, report or row, brings the two together. Nothing here is personal.
create table message_reports (
  gateway_id text primary key check (length(gateway_id) between 1 and 300),
  state text not null check (state in ('sent', 'delivered', 'failed')),
  -- The gateway's own code of the failure.
  failure text check (length(failure) <= 40),
  reported_at timestamptz not null
);
create index message_reports_age on message_reports (reported_at);
