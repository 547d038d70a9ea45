// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: {@link org.rpcrdma.nic.key.indirect.SimulatedIndirectKey indirect keys}, whose layout is a list of pieces
 * that other keys cover.
 */
package org.rpcrdma.nic.key.indirect;
