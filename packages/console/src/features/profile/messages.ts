/** Sentences of the profile page. */
export const profileMessages = {
  module: 'Profile',
  loadFailed: 'There was an error loading User Profile data. Please try refreshing your browser and logging in again.',
  mismatch: 'Passwords do not match.',
  saved: 'Profile updated successfully.',
  savedWithPassword: 'Profile and password updated successfully.',
  onlyPassword: 'Password updated successfully but Profile could not be saved.',
}
