// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: strips links, tunnels and IP from captured frames, which leaves the datagrams of an InfiniBand transport.
 */
package org.rpcrdma.capture.frame;
