export default async function startServers(): Promise<void> {}
