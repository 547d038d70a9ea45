// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: {@link org.rpcrdma.rnic.key.indirect.RnicIndirectKey indirect keys}, whose layout is a list of pieces
 * that other keys cover.
 */
package org.rpcrdma.rnic.key.indirect;
