import { nothing, part } from './naming.ts'

const toApi = { column: 'api_id', table: 'custom_api' } as const
const stepFails = 'Endpoints that call it will fail.'
const content = ['label', 'description', 'response_mapping', 'request_schema', 'response_schema'] as const

/** What the columns of custom APIs name, as part of `column-names.ts`, which would be too long with them. */
export const customApiNames = {
  custom_api: {
    ...nothing('name', 'label', 'description', 'version', 'status', 'metadata', 'sunset'),
    service_id: {
      refersTo: 'service',
      effect: 'cleared',
      told: { consequence: 'Will lose the address, and can no longer be called.', blocks: true },
    },
  },
  custom_api_endpoint: {
    api_id: part('custom_api'),
    execution_plan: { names: 'plan', owner: toApi, broken: { service: stepFails, table: stepFails } },
    ...nothing('method', 'path', 'policy', 'docs', 'broken_since', ...content),
  },
  custom_api_source: {
    api_id: part('custom_api'),
    service_id: {
      refersTo: 'service',
      effect: 'deleted',
      told: { consequence: stepFails, blocks: true, owner: toApi },
    },
  },
  custom_api_revision: { api_id: part('custom_api'), ...nothing('version') },
  published_endpoint: {
    revision_id: part('custom_api_revision'),
    execution_plan: { names: 'plan' },
    ...nothing('method', 'path', ...content),
  },
} as const
