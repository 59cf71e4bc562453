import java.util.Scanner;

/** Several classes in one file, as people hand it in on contest sites: the class Player has the main. */
class Player {
    static class Skipper {
        final Scanner in = new Scanner(System.in);

        void skip(int words) {
            for (; words > 0; words--) in.next();
        }
    }

    static public void main(String[] args) {
        Skipper page = new Skipper();
        page.skip(2 * page.in.nextInt());
        while (true) {
            page.skip(4 + 12);
            page.skip(4 * page.in.nextInt());
            page.skip(5 * page.in.nextInt());
            System.out.println(Order.WAIT);
        }
    }
}

class Order {
    static final String WAIT = "WAIT";
}
