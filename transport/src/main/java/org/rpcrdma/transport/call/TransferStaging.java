// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.verbs.SendRequests;

/** Stages the transfers of calls: the READs that pull a Read list, the WRITEs and the Send of an answer. */
public final class TransferStaging {
    private final TransferWindow window;
    private final ReadPuller reads;
    private final ReplySender replies;

    TransferStaging(final TransferWindow window, final ReadPuller reads, final ReplySender replies) {
        this.window = window;
        this.reads = reads;
        this.replies = replies;
    }

    /** Takes and maps memory for a call's Read list; returns true if there is anything to pull. */
    public boolean prepareReads(final Call call) {
        return reads.prepare(call);
    }

    /** Unmaps the pulled payload. */
    public void finishReads(final Call call) {
        reads.finish(call);
    }

    /** Decides how a reply goes, and maps the memory that it goes out of, unless that is the send buffer. */
    public void prepareReply(final Call call, final int messageLength, final int inlineRoom) {
        replies.prepare(call, messageLength, inlineRoom);
    }

    /** Stages the next requests of a call's transfer, which the call's state names; returns their chain. */
    public SendRequests stage(final Call call, final int count) {
        window.open(call, count);
        switch (call.state) {
            case Call.READING -> reads.stage(call);
            case Call.REPLYING -> replies.stage(call);
            default -> replies.stageError(call);
        }
        return window.chain;
    }
}
