/** Creates a published API that calls the service `vault`, and an endpoint with problems. */
export async function composedApi(create: (resource: string, record: object) => Promise<number>, service_id: number) {
  const endpoint = { method: 'GET', path: '/a', execution_plan: { steps: [{ service: 'vault' }] } }
  const parts = { custom_api_source_by_api_id: [{ service_id }], custom_api_endpoint_by_api_id: [endpoint] }
  const api_id = await create('custom_api', { name: 'composed', status: 'published', ...parts })
  await create('custom_api_endpoint', { api_id, method: 'GET', path: '/b', execution_plan: { steps: [] } })
}
