/**
 * Sample apps for the platforms that people ask for, with every outside address of theirs, in one place, so that a
 * distribution can put its own in. What has no address is not shown.
 */
export interface SampleApp {
  readonly name: string
  /** Address of the package that can be imported. */
  readonly packageUrl: string
  /** Where the source and the client library for the platform are. */
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
