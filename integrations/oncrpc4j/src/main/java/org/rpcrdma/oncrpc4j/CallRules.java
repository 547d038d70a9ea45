// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import org.rpcrdma.transport.ProcedureFilter;

/**
 * A client's rules for the procedures that it calls.
 *
 * @param chunks       the items that are transferred in chunks.
 * @param repeatable   the procedures that the server may execute twice.
 * @param longestReply the maximum length of results, in bytes, if their rule does not specify one.
 */
record CallRules(DdpRules chunks, ProcedureFilter repeatable, int longestReply) {}
