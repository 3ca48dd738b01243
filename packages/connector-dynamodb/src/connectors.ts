import type { Connector } from '@millwright/connector/connector'
import { dynamodbConfig } from '@millwright/contract/service-config/database'
import { dynamodbProblem } from './dynamodb-settings.ts'

/** Documents in tables of DynamoDB. */
export const connectors: readonly Connector[] = [
  {
    name: 'aws_dynamodb',
    label: 'AWS DynamoDB',
    group: 'Database',
    description: 'Reads and writes the tables of DynamoDB in an account of Amazon.',
    settings: dynamodbConfig,
    check: dynamodbProblem,
    shape: 'documents',
    load: () => import('./dynamodb-database.ts'),
  },
]
