// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.verbs.MemoryWindow.TYPE_1;
import static org.rpcrdma.verbs.MemoryWindow.TYPE_2;

import org.rpcrdma.sim.model.ModelKey.Kind;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** Allocates and deallocates memory windows, and binds windows of type 1. */
final class WindowSteps extends Steps {
    private static final int MOST = 12;
    private static final int LOW_BYTE = 0xff;

    private final RequestDraw requests;
    private final ModelRequester requester = new ModelRequester();

    WindowSteps(final World world, final Draw draw, final RequestDraw requests, final History history) {
        super(world, draw, history);
        this.requests = requests;
    }

    @Override
    void step() {
        final Host host = anyHost();
        if (draw.oneIn(2)) {
            bind(anyEnd());
        } else if (draw.below(MOST) >= host.windows.size()) {
            allocate(host);
        } else {
            deallocate(host);
        }
    }

    private void allocate(final Host host) {
        final int domain = draw.below(Host.DOMAINS);
        final boolean isOfType1 = draw.oneIn(2);
        final MemoryWindow window = host.domains[domain].allocateMemoryWindow(isOfType1 ? TYPE_1 : TYPE_2);
        final ModelKey key = new ModelKey(isOfType1 ? Kind.WINDOW_1 : Kind.WINDOW_2, host.model, domain, window.rkey());
        history.add(() -> "allocateWindow host=" + host.model.number + " key=0x" + Integer.toHexString(key.key));
        RegistrationSteps.addKey(host, key);
        host.windows.add(new Objects.Window(window, key));
    }

    private void deallocate(final Host host) {
        final Objects.Window window = draw.one(host.windows);
        if (window != null) {
            history.add(
                    () -> "closeWindow host=" + host.model.number + " key=0x" + Integer.toHexString(window.model.key));
            window.real.close();
            window.model.unbind();
            host.windows.remove(window);
            host.model.keys.remove(window.model.key, window.model);
            Checker.call(Errno.EINVAL, window.real::close);
        }
    }

    /** Binds a window with the verb for type 1. Sometimes the window is of type 2, and the verb must reject it. */
    private void bind(final Pair.End end) {
        final boolean isAny = draw.oneIn(40);
        final Objects.Window window = draw.one(
                end.host.windows,
                candidate ->
                        isAny || candidate.model.kind == Kind.WINDOW_1 && candidate.model.domain == end.model.domain);
        Objects.Region region = requests.bindable(end);
        region = isAny ? draw.one(end.host.regions, candidate -> candidate.model.place >= 0) : region;
        if (window == null || region == null || end.model.type == QueuePairType.UD) {
            return;
        }
        final Request request = new Request(Request.Kind.BIND, draw.id(false));
        request.flags = draw.oneIn(2) ? SendRequests.SIGNALED : 0;
        request.window = window;
        request.region = region;
        requests.range(request, region.model);
        request.access &= ~Access.ZERO_BASED;
        if (draw.oneIn(5)) {
            request.length = 0;
            request.remoteAddress = 0;
            request.region = draw.oneIn(2) ? null : region;
        }
        post(end, request);
    }

    private void post(final Pair.End end, final Request request) {
        final MemoryWindow window = request.window.real;
        final int before = window.rkey();
        final int after = before & ~LOW_BYTE | before + 1 & LOW_BYTE;
        request.value = after;
        Errno refusal = refusal(request);
        refusal = refusal == null ? requester.post(end.model, request) : refusal;
        final Errno expected = refusal;
        history.add(() -> "bindWindow host=" + end.host.model.number + " qp=" + end.real.number() + " refusal="
                + expected + " " + request);
        Checker.call(
                refusal,
                () -> end.real.bindMemoryWindow(
                        window,
                        request.wrId,
                        request.flags,
                        request.region == null ? null : request.region.real,
                        request.remoteAddress,
                        request.length,
                        request.access));
        assertEquals(refusal == null ? after : before, window.rkey(), "rkey");
        world.run();
        if (refusal == null && request.window.model.key != after) {
            window.restoreKey(before);
        }
    }

    private static Errno refusal(final Request request) {
        if (request.window.model.kind != Kind.WINDOW_1) {
            return Errno.EINVAL;
        }
        if (request.region == null) {
            return null;
        }
        if (request.region.model.domain != request.window.model.domain) {
            return Errno.EPERM;
        }
        return request.region.model.start == 0 ? Errno.EINVAL : null;
    }
}
