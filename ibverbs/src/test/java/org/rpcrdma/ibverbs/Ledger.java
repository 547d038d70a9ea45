// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.extended.ReregisterError;

/**
 * The objects that the libraries of {@link FakeVerbs} have created and not yet destroyed, and the call that must fail.
 */
final class Ledger {
    private static final int ENOMEM = 12;

    /**
     * Maps each function that creates an object to the function that destroys it. A driver's function is identified by
     * its offset.
     */
    private static final Map<String, String> MAKERS = Map.ofEntries(
            Map.entry("ibv_alloc_pd", "ibv_dealloc_pd"),
            Map.entry("ibv_reg_mr_iova2", "ibv_dereg_mr"),
            Map.entry("ibv_create_ah", "ibv_destroy_ah"),
            Map.entry("ibv_create_cq", "ibv_destroy_cq"),
            Map.entry("ibv_create_qp", "ibv_destroy_qp"),
            Map.entry("op" + FakeVerbs.CREATE_QP_EX, "ibv_destroy_qp"),
            Map.entry("ibv_create_srq", "ibv_destroy_srq"),
            Map.entry("ibv_create_comp_channel", "ibv_destroy_comp_channel"),
            Map.entry("op" + FakeVerbs.ALLOC_MW, "op80"),
            Map.entry("rdma_create_event_channel", "rdma_destroy_event_channel"),
            Map.entry("rdma_create_id", "rdma_destroy_id"),
            Map.entry("rdma_get_devices", "rdma_free_devices"),
            Map.entry("ibv_get_device_list", "ibv_free_device_list"));

    /** Functions that report no failures, or whose failure means that there is nothing to read. */
    private static final List<String> UNFAILING = List.of(
            "rdma_destroy_event_channel",
            "rdma_free_devices",
            "ibv_free_device_list",
            "ibv_get_device_name",
            "ibv_query_gid",
            "ibv_ack_cq_events",
            "ibv_ack_async_event",
            "rdma_ack_cm_event",
            "rdma_get_cm_event",
            "ibv_get_cq_event",
            "ibv_get_async_event");

    private final Map<Long, String> open = new HashMap<>();
    private final List<Long> gone = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private int untilFailure = Integer.MAX_VALUE;

    /** Lets the given number of calls that can fail succeed, and makes the next such call fail. */
    void failAfter(final int calls) {
        untilFailure = calls;
    }

    /** Returns true if the call that must fail has been made. */
    boolean hasFailed() {
        return untilFailure < 0;
    }

    boolean fails(final String name) {
        return !UNFAILING.contains(name) && untilFailure-- == 0;
    }

    /** Returns the result of a function that fails: NULL, a number specific to the function, or an errno. */
    static long failure(final String name) {
        if (name.equals("ibv_rereg_mr")) {
            return ReregisterError.CMD.code();
        }
        return name.equals("ibv_qp_to_qp_ex") || MAKERS.containsKey(name) && !name.equals("rdma_create_id")
                ? 0
                : ENOMEM;
    }

    /** Records an object that exists although no recorded call has created it. */
    void made(final long object, final String taker) {
        gone.remove(object);
        open.put(object, taker);
    }

    void returned(final String name, final long first, final long second, final long result) {
        if (gone.contains(first)) {
            errors.add(name + " of what is gone");
        }
        if (MAKERS.containsKey(name)) {
            if (result != 0 || name.equals("rdma_create_id")) {
                made(name.equals("rdma_create_id") ? Native.getLong(second) : result, MAKERS.get(name));
            }
        } else if (MAKERS.containsValue(name) && result == 0) {
            if (!open.remove(first, name)) {
                errors.add(name + " of what it does not take back");
            }
            gone.add(first);
        }
    }

    /** Returns the objects that have not been destroyed, and the errors that were made when objects were used. */
    List<String> problems() {
        final List<String> problems = new ArrayList<>(errors);
        open.values().forEach(taker -> problems.add("not called: " + taker));
        return problems;
    }
}
