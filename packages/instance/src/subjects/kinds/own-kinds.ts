import { systemConfig, userConfig } from '@millwright/contract/service-config/people'
import { type ServiceKind, serviceKind } from '../../gateway/service-kind.ts'

/** The kinds of which every instance has exactly one service. */
export const ownKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'system',
    label: 'System Management',
    group: 'System',
    description: 'Administers this instance: its people, roles, apps, services and settings.',
    singleton: true,
    config: systemConfig,
    make: ({ host }) => host.builtIn('system'),
  }),
  serviceKind({
    name: 'user',
    label: 'User service',
    group: 'User',
    description: 'Lets people sign in, register and look after their own account.',
    singleton: true,
    config: userConfig,
    make: ({ host }) => host.builtIn('user'),
  }),
  serviceKind({
    name: 'swagger',
    label: 'API Docs',
    group: 'API Doc',
    description: 'Describes the services of this instance, and lets people try them.',
    singleton: true,
    config: null,
    make: ({ host }) => host.builtIn('api_docs'),
  }),
]
