// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: manages the memory that an endpoint allocates for its work requests: send buffers, and payload memory for
 * chunks. Depending on the device, the memory is mapped or registered. Unless stated otherwise, use these classes on
 * the event loop only.
 */
package org.rpcrdma.transport.memory;
