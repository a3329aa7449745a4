/** Address of a media file; media files keep their names so that an organiser can replace them (see content/README.md). */
export function mediaUrl(name: string): string {
  return `/remotes/public/media/${name}`;
}
