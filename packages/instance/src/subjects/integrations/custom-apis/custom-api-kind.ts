import { type ServiceKind, serviceKind } from '../../../gateway/service-kind.ts'
import { customApiType } from '../../ground/models/custom-api-model.ts'
import { createCustomApiService } from './custom-api-service.ts'

/** Services that answer custom APIs (docs/wire/custom-apis.md). */
export const customApiKind: ServiceKind = serviceKind({
  name: customApiType,
  label: 'Custom API',
  group: 'API Builder',
  description: 'Answers with what calls to other services result in, without code.',
  config: {},
  knownElsewhere: ['api_id'],
  make: createCustomApiService,
})
