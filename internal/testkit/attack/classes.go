package attack

// Classes are what a stranger or a citizen can do from an address, each in its strongest forms. An attack of thousands of
// addresses is a proxy's to stop.
func Classes() []Attack {
	return []Attack{
		{Name: "large bodies", Asks: "8 connections: 1 MiB of variables; 2: 10 MiB of text",
			do: each(largeVariables, largeTexts)},
		{Name: "slow bodies", Asks: "600 connections that stop before the end of 1 MiB; TLS: and 200 streams of one",
			do: each(stalledBodies, overTLS(stalledStreams))},
		{Name: "unread answers", Asks: "1,000 connections: files; 64: pages of 0.8 MB; a socket: pages; TLS: and 1,000 streams of 50",
			do: each(unreadFiles, unreadPages, unreadSocket, overTLS(unreadStreams))},
		{Name: "unknown documents", Asks: "16 connections: 4,900 values, or 1,200 fields, that nobody sent before",
			do: each(documentsOfLists, documentsOfFields)},
		{Name: "long-lived operations", Asks: "64 sockets: 2,560 subscriptions; 4: 200 of 100 documents; 64 event streams of 1 MiB bodies",
			do: each(secondOperations, unsharedEvents, eventStreams)},
		{Name: "sockets", Asks: "1,000 that never speak; 16: 160 messages of 256 KiB; 4: pings as fast as they go",
			do: each(silentSockets, socketPayloads, pings)},
		{Name: "uploads", Asks: "200 of 100 MiB that stop, 100 of 40 KiB/s",
			do: each(stalledUploads, slowUploads)},
		{Name: "handshakes", Asks: "1,000 connections with half a header; TLS: and 1,000 with half a hello, 500 idle of HTTP/2, 8 again and again",
			do: each(endlessHeaders, overTLS(endlessHellos), overTLS(idleHTTP2), overTLS(handshakesAgain))},
		{Name: "unsigned tokens", Asks: "256 connections: of the issuer's key; 8: of unknown keys; the issuer answers without end", Issuer: true,
			do: each(forgedTokens, unknownKeys)},
		{Name: "dear queries", Asks: "8 connections: 50 searches; 8: 100 signed links; 4: bombs of fragments, aliases, pages, depth",
			do: each(searches, signedLinks, bombs)},
		{Name: "introspection", Asks: "8 connections: all of the schema, or 1,500 names of each field",
			do: each(schemaAgain)},
	}
}

// Flood asks for nothing that is dear, from a thousand connections.
func Flood() Attack {
	return Attack{Name: "flood", Asks: "1,000 connections, as fast as answers come", do: each(flood)}
}

// Resets has its address refused, which would end all other attacks from there.
func Resets() Attack {
	return Attack{Name: "cancelled requests", Asks: "TLS: 40 connections of HTTP/2 that cancel each request at once, and come again when they are ended", do: each(overTLS(resets))}
}

func each(all ...deed) []deed { return all }
