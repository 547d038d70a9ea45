// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

/**
 * The RPC-over-RDMA rules against which a capture is checked.
 *
 * <p>A {@link #isWarning() warning} is a rule that the RFC assumes without stating it, for example because the rule
 * follows from XDR or from the way in which replies are matched.
 */
public enum LintRule {
    VERSION("version", 8166, "4.2.2", "a transport header has version 1"),
    PROCEDURE("procedure", 8166, "4.2.4", "the header's procedure is defined by the protocol"),
    OBSOLETE_PROCEDURE("obsolete-procedure", 8166, "4.6", "RDMA_MSGP and RDMA_DONE are not sent"),
    MALFORMED("malformed", 8166, "4.3", "the header, its chunk lists and the RPC message's words are complete"),
    XID("xid", 8166, "4.2.1", "the header contains the RPC message's transaction id"),
    XID_REUSE("xid-reuse", 8166, "4.2.1", "an XID is not reused while its call is outstanding", true),
    REPLY_WITHOUT_CALL("reply-without-call", 8166, "4.2.1", "a reply has the transaction id of an outstanding call"),
    ERROR_FORM("error-form", 8166, "4.5", "RDMA_ERROR has a known code and a valid range of versions"),
    NOMSG("nomsg", 8166, "3.5.3", "RDMA_NOMSG carries its message in a chunk, RDMA_MSG inline"),
    INLINE_THRESHOLD("inline-threshold", 8166, "3.3.2", "a Send does not exceed the size that both ends agreed on"),
    ZERO_CREDITS("zero-credits", 8166, "3.3.1", "a responder grants at least one credit"),
    INITIAL_CREDIT("initial-credit", 8166, "3.3.3", "at most one call is outstanding until the first reply"),
    RECEIVER_NOT_READY("receiver-not-ready", 8166, "3.3", "a Receive is posted for each Send that arrives", true),
    CREDITS_EXCEEDED("credits-exceeded", 8166, "3.3.1", "outstanding calls stay within the granted credits"),
    XDR_ROUNDUP("xdr-roundup", 8166, "3.4", "the length of an RPC message is a multiple of 4", true),
    READ_POSITION("read-position", 8166, "3.4.5", "Read chunk positions ascend and are multiples of 4", true),
    EMPTY_CHUNK("empty-chunk", 8166, "3.4.6", "a call's Write or Reply chunk has at least one segment", true),
    SEGMENT_SIZE("segment-size", 8166, "3.4.3", "a segment is at most 2 GB long and ends below 2^64", true),
    READ_LIST_IN_REPLY("read-list-in-reply", 8166, "4.3.1", "the Read list of a reply is empty"),
    WRITE_LIST_RETURNED("write-list-returned", 8166, "4.3.2", "a reply returns the call's Write chunks and segments"),
    REPLY_CHUNK_RETURNED("reply-chunk-returned", 8166, "4.3.3", "a reply returns the call's Reply chunk and segments"),
    CHUNK_LENGTH("chunk-length", 8166, "3.4.6", "a returned segment is no longer than the offered one"),
    CHUNK_FILL("chunk-fill", 8166, "3.4.6", "the segments of a chunk are filled in order"),
    CHUNK_WRITTEN("chunk-written", 8166, "3.4.6", "a returned segment's length is the number of bytes written to it"),
    UNKNOWN_SEGMENT("unknown-segment", 8166, "3.4.3", "READs and WRITEs stay within segments of outstanding calls"),
    AFTER_REPLY("after-reply", 8166, "4.4", "no RDMA READ or WRITE uses a segment after its call's reply"),
    SEGMENT_USE("segment-use", 8166, "3.4", "Read segments are read, Write and Reply segments are written"),
    INVALIDATE_UNSUPPORTED(
            "invalidate-unsupported", 8797, "3.2", "a handle is invalidated only if the peer accepts it"),
    INVALIDATE_HANDLE("invalidate-handle", 8797, "3.2", "a reply invalidates a handle that its call offered"),
    REVERSE_CREDITS("reverse-credits", 8167, "4.1", "outstanding reverse calls stay within the granted credits");

    private final String id;
    private final int rfc;
    private final String section;
    private final String demand;
    private final boolean isWarning;

    LintRule(final String id, final int rfc, final String section, final String demand) {
        this(id, rfc, section, demand, false);
    }

    LintRule(final String id, final int rfc, final String section, final String demand, final boolean isWarning) {
        this.id = id;
        this.rfc = rfc;
        this.section = section;
        this.demand = demand;
        this.isWarning = isWarning;
    }

    /** Returns the rule's name, as shown in findings. */
    public String id() {
        return id;
    }

    /** Returns the number of the RFC. */
    public int rfc() {
        return rfc;
    }

    /** Returns the section of the RFC. */
    public String section() {
        return section;
    }

    /** Returns what the rule requires. */
    public String demand() {
        return demand;
    }

    /** Returns true if the RFC relies on the rule without stating it. */
    public boolean isWarning() {
        return isWarning;
    }

    /** Returns {@code error} for a rule that the RFC states, otherwise {@code warning}. */
    public String severity() {
        return isWarning ? "warning" : "error";
    }
}
