// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: the chunks that a call offers to its peer, and their registrations: fast-register regions, memory windows
 * or memory regions, as the device allows. Classes are used on the client's event loop only, unless they say otherwise.
 */
package org.rpcrdma.transport.chunk;
