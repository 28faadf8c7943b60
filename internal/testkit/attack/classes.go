package attack

// deeds are what a stranger or a citizen can do from an address, each in its strongest forms. An attack of thousands of
// addresses is a proxy's to stop.
func deeds() []deed {
	return []deed{
		largeVariables, largeTexts, stalledBodies,
		unreadFiles, unreadPages, unreadSocket,
		documentsOfLists, documentsOfFields,
		secondOperations, unsharedEvents, eventStreams,
		silentSockets, socketPayloads, pings,
		stalledUploads, slowUploads,
		endlessHeaders, forgedTokens, unknownKeys,
		searches, signedLinks, bombs, schemaAgain,
	}
}
