import type { Schema } from '@millwright/connector/openapi/openapi'
import { type Describe, listOf, members, operation } from '@millwright/connector/openapi/operation'
import { accessRequestStatuses } from '@millwright/contract/records/access-request'
import { filterOperators } from '@millwright/contract/records/role'
import { verbs as allVerbs } from '@millwright/contract/verbs'

const text: Schema = { type: 'string' }
const whole: Schema = { type: 'integer' }
const verbs: Schema = { type: 'array', items: { type: 'string', enum: [...allVerbs] } }
const condition = members({
  name: text,
  operator: { type: 'string', enum: [...filterOperators] },
  value: { type: ['string', 'null'] },
})

const decision = {
  body: members(
    {
      status: { type: 'string', enum: accessRequestStatuses.filter((status) => status !== 'pending') },
      verbs: { ...verbs, description: 'What is granted; as asked if absent.' },
      filters: { type: ['array', 'null'], items: condition },
      filter_op: { type: 'string', enum: ['and', 'or'] },
      until: { ...text, description: 'When the grant ends, with a time zone.' },
    },
    'status',
  ),
  answer: members({ id: whole }, 'id'),
}

/** Operations of `system/access_request` besides reads (docs/wire/access-requests.md). */
export const accessRequestPaths: Describe = (below, named) => ({
  [below]: {
    post: operation(`create${named}AccessRequests`, 'Ask for access', {
      body: listOf(members({ service: text, component: text, verbs, note: text }, 'service')),
      answer: listOf(members({ id: whole, status: text })),
      status: 201,
    }),
  },
  [`${below}/{id}`]: {
    put: operation(`replace${named}AccessRequest`, 'Decide about a request (same as PATCH)', decision),
    patch: operation(`decide${named}AccessRequest`, 'Decide about a request', decision),
  },
})
