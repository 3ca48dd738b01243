/**
 * Sample apps for common platforms, with all their external URLs in one place, so that a distribution can replace them. Those without a
 * URL are not shown.
 */
export interface SampleApp {
  readonly name: string
  /** URL of the package to import. */
  readonly packageUrl: string
  /** URL of the source and of the client library for the platform. */
  readonly repository: string
}

export const sampleApps: readonly SampleApp[] = [
  {
    name: 'Android',
    packageUrl: '',
    repository: '',
  },
  {
    name: 'iOS Objective-C',
    packageUrl: '',
    repository: '',
  },
  {
    name: 'iOS Swift',
    packageUrl: '',
    repository: '',
  },
  { name: 'JavaScript', packageUrl: '', repository: '' },
  { name: 'AngularJS', packageUrl: '', repository: '' },
  {
    name: 'Angular 2',
    packageUrl: '',
    repository: '',
  },
  {
    name: 'Ionic',
    packageUrl: '',
    repository: '',
  },
  {
    name: 'Titanium',
    packageUrl: '',
    repository: '',
  },
  { name: 'ReactJS', packageUrl: '', repository: '' },
  { name: '.NET', packageUrl: '', repository: '' },
]
