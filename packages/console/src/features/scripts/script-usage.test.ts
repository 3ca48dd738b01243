import { expect, test } from 'vitest'
import { usageOfEvent } from './script-usage.ts'

test.each([
  ['db._table.contact.get.pre_process', { service: 'db', verb: 'GET', resource: '_table/contact,_table/contact/{id}' }],
  ['db._table.contact.{id}.delete', { service: 'db', verb: 'DELETE', resource: '_table/contact/{id}' }],
  ['db._table.{table_name}.post.post_process', { service: 'db', verb: 'POST' }],
  ['files.get', { service: 'files', verb: 'GET' }],
])('maps the event %s to its requests', (name, of) => expect(usageOfEvent(name)?.of).toEqual(of))

test.each(['system.limit.3.exceeded', 'user.login', '', 'get'])('maps %j to no request', (name) =>
  expect(usageOfEvent(name)).toBeNull(),
)
