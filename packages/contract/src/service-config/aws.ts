import { type ConfigFields, configPicklist, configString, configText } from './config-field.ts'

const regions = [
  ['us-east-1', 'US East (N. Virginia)'],
  ['us-east-2', 'US East (Ohio)'],
  ['us-west-1', 'US West (N. California)'],
  ['us-west-2', 'US West (Oregon)'],
  ['ca-central-1', 'Canada (Central)'],
  ['eu-central-1', 'EU (Frankfurt)'],
  ['eu-west-1', 'EU (Ireland)'],
  ['eu-west-2', 'EU (London)'],
  ['eu-west-3', 'EU (Paris)'],
  ['eu-north-1', 'EU (Stockholm)'],
  ['me-south-1', 'Middle East (Bahrain)'],
  ['ap-south-1', 'Asia Pacific (Mumbai)'],
  ['ap-southeast-1', 'Asia Pacific (Singapore)'],
  ['ap-southeast-2', 'Asia Pacific (Sydney)'],
  ['ap-northeast-1', 'Asia Pacific (Tokyo)'],
  ['ap-northeast-2', 'Asia Pacific (Seoul)'],
  ['sa-east-1', 'South America (São Paulo)'],
].map(([name = '', label = '']) => ({ name, label }))

/** Settings of all AWS services. */
export const awsFields = {
  key: configText({
    authority: 'addresses',
    label: 'Access Key ID',
    description: 'The name of the access key.',
    secret: 'sealed',
  }),
  secret: configText({
    authority: 'plain',
    label: 'Secret Access Key',
    description: 'The secret of the access key.',
    secret: 'masked',
  }),
  region: configPicklist({
    authority: 'plain',
    label: 'Region',
    description: 'Location of the account.',
    values: regions,
    required: true,
  }),
} satisfies ConfigFields

export const awsProxy = configString({
  authority: 'addresses',
  label: 'Proxy',
  description: 'URL of a proxy for requests.',
  format: 'url',
})
