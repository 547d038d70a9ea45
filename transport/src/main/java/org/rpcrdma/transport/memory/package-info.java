// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: an endpoint's own memory for its work requests: send buffers, and the payload memory of chunks, mapped or
 * registered as the device allows. Classes are used on the event loop only, unless they say otherwise.
 */
package org.rpcrdma.transport.memory;
