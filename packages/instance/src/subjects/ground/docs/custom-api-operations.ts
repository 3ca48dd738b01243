import { type Describe, members, operation, queryParameter, type Schema } from '@millwright/connector/openapi'
import { apiChangeKinds } from '@millwright/contract/records/custom-api'

const flag: Schema = { type: 'boolean' }
const object: Schema = { type: 'object' }

/** `system/custom_api_test` (docs/wire/custom-apis.md). */
export const customApiTestOperations: Describe = (below, named) => ({
  [below]: {
    post: operation(`test${named}CustomApi`, 'Try an endpoint of a custom API', {
      body: members({
        endpoint_id: { type: 'integer', description: 'A stored endpoint.' },
        endpoint: {
          ...object,
          description: 'One that is not stored, with its `api_id`; or members in place of those of the stored one.',
        },
        path_params: object,
        query: object,
        header: object,
        body: {},
        dry_run: {
          ...flag,
          default: true,
          description: 'Answers with the requests of the steps instead of making them.',
        },
        trace: { ...flag, description: 'Answers with what each step did, and 200 for failures, too.' },
        allow_writes: { ...flag, description: 'Allows steps that write, without `dry_run`.' },
      }),
      answer: { description: 'The answer of the endpoint, or `{ok, dry_run, result, error, trace}`.' },
    }),
  },
})

const state: Schema = { type: ['integer', 'string'], description: '`draft`, or the number of a revision.' }
const short: Schema = { type: ['string', 'null'] }

/** `system/custom_api_comparison` (docs/wire/custom-apis.md). */
export const customApiComparisonOperations: Describe = (below, named) => ({
  [below]: {
    get: operation(`compare${named}CustomApi`, 'Compare two states of a custom API as its callers see them', {
      parameters: [
        { ...queryParameter('api_id', 'The API.', { type: 'integer' }), required: true },
        queryParameter('from', 'The earlier state; default: the published revision.', state),
        queryParameter('to', 'The later state; default: `draft`.', state),
      ],
      answer: members({
        api_id: { type: 'integer' },
        from: { ...state, type: ['integer', 'string', 'null'] },
        to: state,
        breaking: { type: 'integer' },
        changes: {
          type: 'array',
          items: members({
            breaking: flag,
            kind: { type: 'string', enum: [...apiChangeKinds] },
            endpoint: { type: 'string' },
            at: { type: 'string' },
            from: short,
            to: short,
          }),
        },
      }),
    }),
  },
})
