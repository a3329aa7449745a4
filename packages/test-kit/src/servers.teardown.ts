export default async function stopServers(): Promise<void> {}
