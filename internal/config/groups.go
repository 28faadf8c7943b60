package config

import "github.com/alecthomas/kong"

// groups are those of the settings, in the order of the help.
var groups = []kong.Group{
	{Key: "server", Title: "Server:"},
	{Key: "stores", Title: "Stores (distributed profile):"},
	{Key: "broker", Title: "Messages:"},
	{Key: "objects", Title: "Files:"},
	{Key: "identity", Title: "Identity:"},
	{Key: "api", Title: "API:"},
	{Key: "limits", Title: "Limits of one client:"},
	{Key: "deletions", Title: "Deletions:"},
	{Key: "reconciler", Title: "Reconciler:"},
	{Key: "sello", Title: "Sealed logs:"},
	{Key: "traces", Title: "Traces:"},
}
