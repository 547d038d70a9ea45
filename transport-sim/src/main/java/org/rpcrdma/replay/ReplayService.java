// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcService;

/**
 * The server's part of a replay: compares each call with the captured one, and answers with the captured reply and the
 * bytes that the captured server wrote. It refuses a call that it cannot answer this way, so that the client learns of
 * it at once. It keeps no state of a connection: any number of clients may replay the same workload at once.
 */
public class ReplayService implements RpcService {
    private final Int2ObjectHashMap<Exchange> byXid = new Int2ObjectHashMap<>();
    private final PayloadCheck check = new PayloadCheck();
    private final ReplayAnswers answers;
    private long calls;

    /**
     * Makes a service that answers a workload's calls, marshalled as they were captured.
     *
     * @param workload the calls that are replayed.
     */
    public ReplayService(final Workload workload) {
        this(workload, ReplayMarshalling.AS_CAPTURED);
    }

    /**
     * Makes a service that answers a workload's calls.
     *
     * @param workload    the calls that are replayed.
     * @param marshalling the marshalling of its clients.
     */
    public ReplayService(final Workload workload, final ReplayMarshalling marshalling) {
        workload.exchanges().forEach(exchange -> byXid.put(exchange.xid(), exchange));
        answers = marshalling == ReplayMarshalling.AS_CAPTURED ? new CapturedAnswers() : new ChosenAnswers(workload);
    }

    @Override
    public void onCall(final RpcCall call) {
        calls++;
        final Exchange exchange = byXid.get(call.xid());
        if (exchange == null) {
            check.compared(call.messageLength(), false);
            call.refuse();
        } else if (answers.compare(exchange, call, check)) {
            answers.answer(exchange, call);
        } else {
            call.refuse();
        }
    }

    /**
     * Returns the calls that arrived.
     *
     * @return how many.
     */
    public long calls() {
        return calls;
    }

    /**
     * Returns the bytes of messages and chunks that arrived and were compared.
     *
     * @return how many.
     */
    public long payloadBytes() {
        return check.bytes();
    }

    /**
     * Returns the messages and chunks that differed from the capture.
     *
     * @return how many.
     */
    public long corruptions() {
        return check.corruptions();
    }
}
