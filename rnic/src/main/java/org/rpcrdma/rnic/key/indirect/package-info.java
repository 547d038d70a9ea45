// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: {@link org.rpcrdma.rnic.key.indirect.RnicIndirectKey indirect keys}. The layout of an indirect key is a
 * list of ranges that other keys cover.
 */
package org.rpcrdma.rnic.key.indirect;
