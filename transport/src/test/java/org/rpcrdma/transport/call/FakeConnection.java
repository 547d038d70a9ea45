// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.transport.connection.CallConnection;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.verbs.SendRequests;

/** A connection that records the actions of its calls. */
public final class FakeConnection implements CallConnection {
    /** The posted chains. Each is represented by the names of its requests. */
    public final List<String> posted = new ArrayList<>();

    /** The id of the last request of each chain whose completion is outstanding. */
    public final List<Long> underWay = new ArrayList<>();

    /** The events in order: posted chains and released Receives. */
    public final List<String> events = new ArrayList<>();

    public final HandlerFailures failures = new HandlerFailures();
    public int credits = 32;
    public boolean refuses;
    public String closeReason;
    public EndCause endCause;
    public int lateAnswers;

    /** The action to run first when the connection fails. */
    public Runnable onFail = () -> {};

    @Override
    public boolean post(final SendRequests chain, final String what) {
        if (refuses) {
            fail(EndCause.RESOURCES, what + " cannot be posted");
            return false;
        }
        final FakeChain requests = (FakeChain) chain;
        posted.add(String.join(" ", requests.names()));
        underWay.add(requests.lastId());
        events.add("post");
        return true;
    }

    @Override
    public void releaseReceive(final long handle) {
        events.add("release " + handle);
    }

    @Override
    public boolean isOpen() {
        return closeReason == null;
    }

    @Override
    public void fail(final EndCause cause, final String reason) {
        if (isOpen()) {
            endCause = cause;
            closeReason = reason;
            onFail.run();
        }
    }

    @Override
    public String closeReason() {
        return closeReason;
    }

    @Override
    public EndCause endCause() {
        return endCause;
    }

    @Override
    public HandlerFailures failures() {
        return failures;
    }

    @Override
    public int credits() {
        return credits;
    }

    @Override
    public ReverseChannel reverseChannel() {
        return null;
    }

    @Override
    public void onLastLateAnswer() {
        lateAnswers++;
    }

    @Override
    public void beginDispatch() {}

    @Override
    public void endDispatch() {}

    @Override
    public void endAnswer() {}
}
