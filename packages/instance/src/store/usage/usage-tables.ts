import type { StoreDialect } from '@millwright/connector/engine/store-dialect'
import type { Generated } from 'kysely'

/** A finished request, as stored in the request log. */
export interface RequestLogTable {
  id: Generated<number>
  node: number
  /** Sequence number of the entry per node. */
  seq: number
  at: string
}

/**
 * The tables of usage statistics (docs/wire/usage.md), the same on every engine. Times are milliseconds since 1970 unless their name says
 * otherwise; an id of 0 means "all" or "none", as primary keys cannot be null.
 */
export function usageTables({ columns: { id, key, text }, isShared }: StoreDialect): readonly string[] {
  // A table stored in its primary key's index, if the engine supports it.
  const inOrder = isShared ? '' : ' without rowid'
  return [
    // One row per start of a node. ended: 0 runs, 1 stopped, 2 counted as killed.
    `create table usage_node (
      id ${id}, name text not null, started ${key} not null, seen ${key} not null, ended integer not null default 0)`,
    `create table usage_gap (
      id ${id}, node ${key} not null, began ${key} not null, until ${key} not null, why text not null, lost ${key})`,
    // Without resource and verb: the whole service.
    `create table usage_target (
      id ${id}, service ${text} not null, resource ${text} not null, verb ${text} not null,
      unique (service, resource, verb))`,
    // Without requestor: the whole app. A user below 0 was deleted.
    `create table usage_caller (
      id ${id}, app_id ${key} not null, user_id ${key} not null, role_id ${key} not null, requestor ${text} not null,
      client ${text} not null, app_name text, role_name text,
      unique (app_id, user_id, role_id, requestor, client))`,
    // start: minutes since 1970. series and outcome: numbers specific to the subject. histogram: counts by bucket, sparse.
    `create table usage_count (
      series integer not null, start integer not null, target ${key} not null, caller ${key} not null, outcome integer not null,
      node ${key} not null, n ${key} not null, us_sum ${key} not null, us_max ${key} not null, bytes_in ${key} not null,
      bytes_out ${key} not null, histogram text not null,
      primary key (series, start, target, caller, outcome, node))${inOrder}`,
    `create table access_usage (
      subject_type ${text} not null, subject_id ${key} not null, first_seen ${key} not null, last_used ${key},
      last_denied ${key}, last_service text, last_status integer, last_denied_reason text,
      primary key (subject_type, subject_id))${inOrder}`,
    `create table request_log (
      id ${id}, node ${key} not null, seq ${key} not null, at ${text} not null, request_id text not null, verb text not null,
      service text not null, resource text not null, query text, app_id ${key}, user_id ${key}, role_id ${key},
      requestor text not null, client text, status integer not null, outcome text not null, reason text, rule_id ${key},
      limit_id ${key}, duration_ms ${isShared ? 'double precision' : 'real'} not null, slow integer not null, parts text,
      bytes_in ${key}, bytes_out ${key}, rows ${key}, address text, unique (node, seq))`,
    'create index request_log_at on request_log (at)',
  ]
}

/** Tells the console's calls from others. Those before are told by the services through which people administer the instance. */
export function ownCalls({ columns: { id, text }, isShared }: StoreDialect): readonly string[] {
  const isOwn = "service in ('system', 'user', 'api_docs', 'logs')"
  const targets = isShared
    ? [
        'alter table usage_target add column own integer not null default 0',
        `update usage_target set own = 1 where ${isOwn}`,
        'alter table usage_target drop constraint usage_target_service_resource_verb_key',
        'alter table usage_target add unique (service, resource, verb, own)',
      ]
    : [
        // SQLite cannot change the columns that are unique together.
        'alter table usage_target rename to usage_target_before',
        `create table usage_target (
          id ${id}, service ${text} not null, resource ${text} not null, verb ${text} not null,
          own integer not null default 0, unique (service, resource, verb, own))`,
        `insert into usage_target select id, service, resource, verb, ${isOwn} from usage_target_before`,
        'drop table usage_target_before',
      ]
  return [
    ...targets,
    'alter table request_log add column own integer not null default 0',
    `update request_log set own = 1 where ${isOwn}`,
  ]
}
