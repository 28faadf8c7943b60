// Package budget bounds what one subject may take of this process: the price of operations,
// refusals, and requests, sockets and event streams at a time. A subject is a proven principal, or the
// network address of a caller without a token. Operations of an address have a part of a budget;
// its pages, signed links and refused requests have a full one, because a city may share it (NAT).
//
// Refusals cost work too, and the sender of a refused request pays nothing else. So each
// subject has a second budget, of refusals. Without it a request is not read, and its
// refusal is delayed: a client that sends again after each answer sends some forty times
// a second on each connection.
//
// Imported by: server/{admission,codes,door,engine,rest,socket,sse,transport}.
package budget
