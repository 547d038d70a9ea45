// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import org.rpcrdma.transport.ProcedureFilter;

/**
 * What a client knows of the procedures that it calls.
 *
 * @param chunks       the items that go by chunks.
 * @param repeatable   the procedures that the server may carry out twice.
 * @param longestReply bytes of the results of a procedure whose rule does not say how long they are.
 */
record CallRules(DdpRules chunks, ProcedureFilter repeatable, int longestReply) {}
